import { decisionsTexts } from '../../texts/decisions.ts';

/** `onShow` shows another decision on this page. `canShow`: whether that is possible. */
export interface Shows {
  readonly onShow: (id: string) => void;
  readonly canShow: (id: string) => boolean;
}

/** The name of a decision, as a button where it can be shown. */
export function DecisionName({ id, name, onShow, canShow }: { readonly id: string; readonly name: string } & Shows) {
  if (!canShow(id)) return <span>{name}</span>;
  return (
    <button type="button" className="link-button" aria-label={decisionsTexts.bench.showDecision(name)} onClick={() => onShow(id)}>
      {name}
    </button>
  );
}
