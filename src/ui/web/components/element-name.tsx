import { orDash } from './format.ts';

/** The id is the tooltip. `—`: the process itself, or unknown. `name` null: none. */
export function ElementName(props: { readonly name: string | null; readonly id: string | null; readonly className?: string }) {
  const { name, id, className = 'place-cell' } = props;
  if (id === null) return orDash(null);
  const text = name ?? id;
  return (
    <span className={className} title={text === id ? id : `${text} (${id})`}>
      {text}
    </span>
  );
}
