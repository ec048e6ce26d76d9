import { decisionsTexts } from '../../texts/decisions.ts';

/** `onShow`: shows another decision on this page, if `canShow`. */
export interface Shows {
  readonly onShow: (id: string) => void;
  readonly canShow: (id: string) => boolean;
}

/** A button if the decision can be shown. */
export function DecisionName({ id, name, onShow, canShow }: { readonly id: string; readonly name: string } & Shows) {
  if (!canShow(id)) return <span>{name}</span>;
  return (
    <button type="button" className="link-button" aria-label={decisionsTexts.bench.showDecision(name)} onClick={() => onShow(id)}>
      {name}
    </button>
  );
}
