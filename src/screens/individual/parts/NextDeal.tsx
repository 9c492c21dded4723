import { useId, useState } from 'react';
import type { ProjectionInputs } from '../../../../contract/entities/projection.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { nextDeal } from '../../../../contract/rules/commission/nextDeal.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useApp } from '../../../app/context.ts';
import { createGoals } from '../../../services/goals.ts';
import { useAnswerTo } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatMoney, formatPercent } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { RangeSlider } from '../../../ui/form/RangeSlider.tsx';

const t = messages.performance.nextDeal;
const STEP_DOLLARS = 500;
const INITIAL_DOLLARS = 10_000;
const MAX_DOLLARS = 100_000;

/** Computes live while dragging: the commission engine runs in the browser on the bookings of the quota period. */
function Slider({ inputs }: { inputs: ProjectionInputs }) {
  const [amount, setAmount] = useState(INITIAL_DOLLARS);
  const id = useId();
  const earned = nextDeal(inputs, toCents(amount));
  if (!earned) return <p className="muted">{t.noPlan}</p>;
  const formatDollars = (dollars: number): string => formatMoney(toCents(dollars));
  return (
    <div className="next-deal">
      <label htmlFor={id}>{fill(t.amount, { amount: formatDollars(amount) })}</label>
      <RangeSlider
        id={id}
        min={STEP_DOLLARS}
        max={MAX_DOLLARS}
        step={STEP_DOLLARS}
        value={amount}
        aria-valuetext={formatDollars(amount)}
        onChange={setAmount}
      />
      <output htmlFor={id} className="next-deal-answer">
        <strong className="figure">
          {fill(t.earns, { commission: formatDollars(earned.commission), rate: formatPercent(earned.rate) })}
        </strong>
        {earned.attainment !== null && <span className="muted">{fill(t.attains, { percent: formatPercent(earned.attainment) })}</span>}
        {earned.next && (
          <span className="muted">
            {fill(t.next, { missing: formatDollars(earned.next.missing), rate: formatPercent(earned.next.rate) })}
          </span>
        )}
      </output>
    </div>
  );
}

/** decisions 2.13: "What would the next deal earn me?" */
export default function NextDeal({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const { http } = useApp();
  const { answer, error, retry } = useAnswerTo(
    ({ user_id = '' }) => createGoals(http).projectionInputs(user_id),
    { user_id: userId },
    t.loadFailed,
  );
  return (
    <Card title={isOwn ? t.title : t.titleOf}>
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      {answer ? <Slider inputs={answer} /> : error === null && <Skeleton height={96} />}
    </Card>
  );
}
