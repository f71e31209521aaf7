/** A package of others of which code is in a package of ours, as CycloneDX lists it. */
export interface Component {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly expression: string }[];
}

/** The component of a package of npm under a licence. */
export function componentOf(name: string, version: string, license: string): Component {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [null, name];
  const path = scope === null ? rest : `${encodeURIComponent(scope ?? '')}/${rest}`;
  const licenses = license === '' ? [] : [{ expression: license }];
  return { type: 'library', name, version, purl: `pkg:npm/${path}@${version}`, licenses };
}

/** A list of components as a document of CycloneDX 1.6; the same for the same components. */
export function billOfMaterials(
  subject: { readonly name: string; readonly version: string },
  components: readonly Component[],
): string {
  const sorted = [...new Map(components.map((each) => [each.purl, each])).values()].toSorted((a, b) =>
    a.purl < b.purl ? -1 : 1,
  );
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...subject, type: 'library', 'bom-ref': subject.name } },
    components: sorted.map((each) => ({ ...each, 'bom-ref': each.purl })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
