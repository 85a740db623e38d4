export default function BodyEditor({ bodyId }: { readonly bodyId: string }) {
  return <div>{bodyId}</div>;
}
