import { useNameOf } from '../../components/element-name.tsx';

/** Selects an element. The id is the tooltip. */
export function ElementButton({ id, onSelect }: { readonly id: string; readonly onSelect: (element: string) => void }) {
  return (
    <button type="button" className="link-button" title={id} onClick={() => onSelect(id)}>
      {useNameOf()(id)}
    </button>
  );
}
