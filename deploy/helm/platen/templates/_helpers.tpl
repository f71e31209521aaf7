{{- define "platen.labels" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "platen.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* What every container of a node has: where the stores are, a folder of its own, no rights. */}}
{{- define "platen.container" -}}
image: {{ include "platen.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "platen.nodeEnvironment" -}}
env:
  - { name: PLATEN_STORE, value: {{ .Values.store | quote }} }
  - { name: PLATEN_BLOBS, value: {{ .Values.blobs | quote }} }
  {{- with .Values.listenStore }}
  - { name: PLATEN_LISTEN_STORE, value: {{ . | quote }} }
  {{- end }}
envFrom:
  - secretRef: { name: {{ .Values.secret }} }
volumeMounts:
  - { name: scratch, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "platen.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
automountServiceAccountToken: false
# A service of this name would set PLATEN_PORT and more.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "platen.scratch" -}}
volumes:
  - name: scratch
    emptyDir: { sizeLimit: {{ .Values.scratch }} }
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
{{- end }}

{{- /* Ready while it takes work; alive while it answers, whatever its stores do: a restart would help neither. */}}
{{- define "platen.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
