import { checklistItems, type PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { formatUnpaid } from './formatUnpaid.ts';
import type { Closing } from './useClosing.ts';

const t = messages.closing;

/** The counts in each checklist item. */
const toCounts = ({ people, adjustments, questions, unassigned, ...review }: PeriodReview) => ({
  totals: {},
  outliers: { count: people.filter(({ outliers }) => outliers.length > 0).length },
  waiting: { count: adjustments.length + questions.length },
  due: { amount: formatUnpaid({ people, ...review }) },
  unassigned: { count: unassigned.length },
});

/** The checklist that a signature confirms, and the existing signatures (decisions 2.11). */
export function Checklist({ closing, review }: { closing: Closing; review: PeriodReview }) {
  const { signatures, may_sign, signers_needed } = review;
  const words = toCounts(review);
  return (
    <div className="closing-checklist">
      {signers_needed === 0 && <p className="muted">{t.checklistAlone}</p>}
      {may_sign && (
        <>
          {signers_needed > 0 && <p className="muted">{t.checklistWhy}</p>}
          <ul className="closing-list">
            {checklistItems.map((item) => (
              <li key={item}>
                <Checkbox
                  label={fill(t.items[item], words[item])}
                  checked={closing.ticked.includes(item)}
                  disabled={closing.busy}
                  onChange={() => closing.toggle(item)}
                />
              </li>
            ))}
          </ul>
          <Button disabled={!closing.canSign} onClick={() => closing.take('sign')}>
            {t.steps.sign}
          </Button>
        </>
      )}
      <ul className="closing-list" aria-label={t.checklist}>
        {signatures.length === 0 && <li className="muted">{t.notSigned}</li>}
        {signatures.map(({ user_name, at, stands }) => (
          <li key={user_name}>{fill(stands ? t.signedBy : t.signedBefore, { name: user_name, time: formatInstant(at) })}</li>
        ))}
      </ul>
    </div>
  );
}
