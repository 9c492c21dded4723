import { useUser } from '../../../app/context.ts';
import type { Adjustments } from '../adjustments/useAdjustments.ts';
import type { CommissionsView } from '../connectCommissions.ts';
import { useWaiting } from '../disputes/useWaiting.ts';
import type { Commissions } from '../useCommissions.ts';
import type { MoneyTools } from '../useMoneyTools.ts';
import { PerformanceTips } from './PerformanceTips.tsx';
import { QuickActions } from './QuickActions.tsx';

type Props = Readonly<{
  commissions: Commissions;
  deferredView: CommissionsView;
  adjustments: Adjustments;
  tools: MoneyTools;
  /** The person whose figures are shown; null for several people. */
  userId: string | null;
}>;

/** Quick actions with the counts of waiting items, and tips (spec 2.34). */
export function SideCards({ commissions: { act, over, period }, deferredView, adjustments, tools, userId }: Props) {
  const user = useUser();
  const { review } = adjustments;
  const { live, page } = adjustments.view;
  const { range, summary } = deferredView;
  const canDecide = live && tools.canDecide;
  const waiting = useWaiting(canDecide, adjustments);
  return (
    <div className="commissions-side">
      <QuickActions
        {...tools}
        {...over}
        range={range}
        userId={userId}
        onOpen={act.openDialog}
        onAsk={act.askWhyNot}
        onClose={act.closeDialog}
        onReview={live ? review : undefined}
        waiting={canDecide ? waiting : null}
        onMonth={({ start_date, end_date }) => {
          period.send({ type: 'period.set', period: { mode: 'month', start_date, end_date } });
          review();
        }}
        version={page}
        onQuestion={(id) => act.open(id, 'question')}
      />
      <PerformanceTips
        summary={summary}
        isOwn={userId === user.id}
        loading={deferredView.summaryState === 'loading'}
        failed={summary === null && deferredView.failure !== null}
      />
    </div>
  );
}
