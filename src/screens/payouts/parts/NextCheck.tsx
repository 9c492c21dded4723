import type { NextPayout } from '../../../../contract/entities/payout.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { payDayText } from '../../../../contract/rules/time/payDayText.ts';
import { useToday } from '../../../app/context.ts';
import { useNextPayout } from '../../../shared/payouts/useNextPayout.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { PayoutStatus, payoutAmount } from '../columns.tsx';
import { differenceText } from '../differenceText.ts';
import { usePayoutDetail } from './usePayoutDetail.ts';
import { waitingId } from './waitingId.ts';

const t = messages.payouts;
const LOADING_PX = 124;
const DIFFERENCE_PX = 28;
const money = (amount: number): string => formatMoney(toCents(amount));

/** One sentence about why it differs from the last check, and a link to the details. */
function Difference({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { answer, error } = usePayoutDetail(id);
  if (answer === null && error === null) return <Skeleton height={DIFFERENCE_PX} />;
  if (answer?.baseline === null && answer.parts.length === 0) return null;
  // The details are loaded again when opened, and show their own error.
  const text = answer && differenceText(answer);
  return (
    <p className="next-check-why">
      {text !== null && <span>{text}</span>}
      <Button size="small" severity="secondary" onClick={() => onOpen(id)}>
        {t.compare}
      </Button>
    </p>
  );
}

const mainNote = ({ next: { status, amount, payment_date }, held_back: heldBack }: NextPayout): string | null => {
  if (status === 'pending' || status === 'processing') return t.notes[status];
  if (heldBack) return null;
  return amount === 0 ? fill(t.notes.nothing, { day: formatDate(payment_date) }) : t.notes.ready;
};

/** Sentences about other amounts: further payments, and money that is ready later, carried forward or held back. */
const readyNotes = ({ next, in_progress, ready, ready_on, held_back: heldBack }: NextPayout): string[] => {
  const otherTexts = in_progress
    .slice(1)
    .map((payment) => fill(t.notes.more, { amount: payoutAmount(payment), day: formatDate(payment.payment_date) }));
  if (heldBack) return [...otherTexts, fill(t.notes[heldBack.reason], { amount: money(heldBack.amount) })];
  if (ready < 0) return [...otherTexts, fill(t.notes.carried, { amount: money(-ready) })];
  if (in_progress.length === 0 || ready === 0) return otherTexts;
  // The due day of an amount can be that of the check it missed.
  const template = ready_on > next.payment_date ? t.notes.later : t.notes.laterCheck;
  return [...otherTexts, fill(template, { amount: money(ready), day: formatDate(ready_on) })];
};

const laterNotes = ({ later = [] }: NextPayout): string[] =>
  later.map(({ amount, pay_on }) => fill(t.notes.ofLaterMonth, { amount: money(amount), day: formatDate(pay_on) }));

const drawNotes = ({ draw }: NextPayout): string[] =>
  draw
    ? (['drawn', 'recovered', 'owed'] as const).flatMap((key) => (draw[key] === 0 ? [] : fill(t.notes[key], { amount: money(draw[key]) })))
    : [];

function Check({ check, onOpen }: { check: NextPayout; onOpen: (id: string) => void }) {
  const { next, waiting, held, computing } = check;
  const today = useToday();
  return (
    <div className="next-check">
      <p className="next-check-figure">
        <strong className="figure">
          <button type="button" className="quiet-link" onClick={() => onOpen(next.id)}>
            {payoutAmount(next)}
          </button>
        </strong>{' '}
        <span>{payDayText(next.payment_date, today)}</span> <PayoutStatus payout={next} />
      </p>
      <ul className="next-check-notes muted" data-leaf>
        {[mainNote(check) ?? [], readyNotes(check), laterNotes(check), drawNotes(check), computing ? t.notes.computing : []]
          .flat()
          .map((note) => (
            <li key={note}>{note}</li>
          ))}
        {waiting !== 0 && <li>{fill(t.notes.waiting, { amount: money(waiting) })}</li>}
        {held !== 0 && <li>{fill(t.notes.held, { amount: money(held) })}</li>}
      </ul>
      {(waiting !== 0 || held !== 0) && (
        <p>
          <Button size="small" severity="secondary" onClick={() => onOpen(waitingId(next.user_id))}>
            {t.waiting.open}
          </Button>
        </p>
      )}
      <Difference key={next.id} id={next.id} onOpen={onOpen} />
    </div>
  );
}

type Props = Readonly<{ userId: string; name: string | null; onOpen: (id: string) => void }>;

/** The next check of a person. @param name null for the user's own */
export function NextCheck({ userId, name, onOpen }: Props) {
  const { answer, error, refused, retry } = useNextPayout(userId);
  return (
    <Card title={name === null ? t.next : fill(t.nextOf, { name })}>
      {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
      {answer === null && error === null && <Skeleton height={LOADING_PX} />}
      {answer && <Check check={answer} onOpen={onOpen} />}
    </Card>
  );
}
