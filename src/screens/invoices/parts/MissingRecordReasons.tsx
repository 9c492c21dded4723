import type { WhyNot } from '../../../../contract/entities/whyNot.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import { useApp } from '../../../app/context.ts';
import { createWhyNot } from '../../../services/whyNot.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';

const t = messages.invoices;
const ANSWER_PX = 48;

/** Explains why an invoice has no commission record in its month, and who can change that. */
export function MissingRecordReasons({ number, day }: Readonly<{ number: string; day: Day }>) {
  const { http } = useApp();
  const { answer, error, retry } = useAnswer<WhyNot>(
    ({ q = '' }) => createWhyNot(http).ask(q, periodAt('month', day), null),
    { q: number },
    t.oneFailed,
  );
  if (error !== null) return <Alert onRetry={retry}>{error}</Alert>;
  if (!answer) return <Skeleton height={ANSWER_PX} />;
  const reasons = answer.data.flatMap((item) => item.reasons);
  if (reasons.length === 0) return <p className="muted">{t.panel.whyNotNothing}</p>;
  return (
    <ul className="invoice-why-not">
      {reasons.map(({ code, sentence, who }) => (
        <li key={`${code} ${sentence}`}>{fill(messages.explain.block, { sentence, who })}</li>
      ))}
    </ul>
  );
}
