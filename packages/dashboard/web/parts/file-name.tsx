/**
 * The name of a file. Apart from the text around it, which right-to-left letters and marks would turn around, and from left
 * to right, so that its extension is at its end.
 */
export function FileName({ name }: { readonly name: string }) {
  return <bdi dir="ltr">{name}</bdi>;
}
