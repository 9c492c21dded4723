import './clauseChanges.css';
import type { PlanChange } from '../../../contract/entities/plan.ts';
import { messages } from '../../../contract/messages.ts';

const t = messages.clauseChanges;
const kindOf = ({ before, after }: PlanChange): keyof typeof t.kinds =>
  before === null ? 'added' : after === null ? 'removed' : 'changed';

/** Plan changes as sentences: the old text struck out, the new text in bold. */
export function ClauseChanges({ changes, label }: Readonly<{ changes: readonly PlanChange[]; label: string }>) {
  const hasSeveralPlans = new Set(changes.map(({ plan_id }) => plan_id)).size > 1;
  return (
    <ul className="clause-changes" aria-label={label}>
      {changes.map((change) => (
        <li key={`${change.plan_id} ${change.path} ${change.before} ${change.after}`}>
          <span className={`clause-kind clause-${kindOf(change)}`}>{t.kinds[kindOf(change)]}</span>
          <span>
            {hasSeveralPlans && <strong>{change.plan}: </strong>}
            {change.before !== null && <del>{change.before}</del>} {change.after !== null && <ins>{change.after}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}
