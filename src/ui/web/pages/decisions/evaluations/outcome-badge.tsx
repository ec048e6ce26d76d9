import { Badge } from '../../../components/status-badge.tsx';
import { decisionsTexts } from '../../../texts/decisions.ts';

/** Unknown outcomes are unchanged. */
export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  const { outcomes } = decisionsTexts.evaluations;
  const word = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined;
  return <Badge tone={outcome === 'failed' ? 'fail' : 'done'}>{word ?? outcome}</Badge>;
}
