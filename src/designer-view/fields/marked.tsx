/** A text in which the first match of a search is marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const wanted = query.trim().toLowerCase();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return <>{text}</>;
  const end = at + wanted.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
