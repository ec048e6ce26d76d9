import { Badge } from '../../../components/status-badge.tsx';
import { decisionsTexts } from '../../../texts/decisions.ts';

/** Whether it was decided; an outcome that is not known is shown as it is. */
export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  const { outcomes } = decisionsTexts.evaluations;
  const word = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined;
  return <Badge tone={outcome === 'failed' ? 'fail' : 'done'}>{word ?? outcome}</Badge>;
}
