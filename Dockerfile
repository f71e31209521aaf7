# Platen as one small image: `serve` by default, `worker` as another command. No shell, no package manager, no root.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run build -- --output-logs=errors-only
# As a user installs it: the packed packages and what they depend on, nothing else.
RUN mkdir /tarballs /app /data \
 && for manifest in packages/*/package.json packages/*/*/package.json; do \
      npm pack --silent --pack-destination /tarballs --workspace "$(dirname "$manifest")"; \
    done \
 && cd /app && npm init --yes >/dev/null \
 && npm install --no-audit --no-fund --omit=dev --omit=peer /tarballs/*.tgz

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build /app /app
# Files under way only, with a store and a bucket; everything, without.
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/nodejs/bin/node", "/app/node_modules/@platen/cli/bin/platen.js"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
