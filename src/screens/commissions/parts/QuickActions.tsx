import type { TeamOption } from '../useTeam.ts';
import '../quickActions.css';
import { Suspense } from 'react';
import type { AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import { sellerRoles } from '../../../../contract/entities/user.ts';
import { messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import type { PageDialog } from '../../../machines/commissions/commissions.machine.ts';
import { usePageActions } from '../../../shared/usePageActions.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { withStableHandlers } from '../../../ui/support/withStableHandlers.tsx';
import { WaitingCount, WaitingMonths } from '../disputes/WaitingCount.tsx';
import { DisputeQuestions } from '../lazy.ts';

const [StatementDialog] = lazyComponent(() => import('../statements/StatementDialog.tsx'));
const [WhyNotDialog] = lazyComponent(() => import('../whyNot/WhyNotDialog.tsx'));
const [OwnSheetDialog] = lazyComponent(() => import('../ownSheet/OwnSheetDialog.tsx'));
const [ProjectionDialog] = lazyComponent(() => import('../projections/ProjectionDialog.tsx'));

const t = messages.commissions;

type Props = {
  range: DateRange;
  people: readonly TeamOption[];
  /** The owner of the list; null for everyone. */
  userId: string | null;
  /** True if the user has direct reports. */
  team: boolean;
  /** The dialog open over the page. */
  dialog: PageDialog | null;
  /** The invoice asked about in "Why not?", from the URL. */
  ask: string;
  onOpen: (dialog: PageDialog) => void;
  onAsk: (text: string) => void;
  onClose: () => void;
  /** Opens the waiting adjustments; undefined if the page has no adjustments. */
  onReview?: (() => void) | undefined;
  /** Adjustments waiting for the user's decision; null for users who cannot decide. */
  waiting: AdjustmentsWaiting | null;
  onMonth: (month: DateRange) => void;
  /** True if the user answers questions; they reload when `version` changes. */
  canAnswer: boolean;
  version: unknown;
  onQuestion: (id: string) => void;
};

/** spec 2.34: the three actions; those that the server does not offer are disabled. */
export const QuickActions = withStableHandlers(function QuickActions(props: Props) {
  const { range, people, userId, team, dialog, ask, onOpen, onAsk, onClose, onReview, waiting } = props;
  const hasStatements = useFeature('statements');
  const hasProjections = useFeature('projections');
  const hasWhyNot = useFeature('why-not');
  // Each difference links to its explanation.
  const hasExplanations = useFeature('explain');
  const self = useUser();
  const ownId = userId ?? (sellerRoles.includes(self.role) ? self.id : null);
  const canCompare = hasExplanations && ownId !== null;
  const actions = [
    { id: 'statement', label: t.quickStatement, isOffered: hasStatements, run: () => onOpen('statement') },
    { id: 'projection', label: t.quickProjections, isOffered: hasProjections, run: () => onOpen('projection') },
    { id: 'review', label: t.quickReview, isOffered: onReview !== undefined, run: () => onReview?.() },
    ...(hasWhyNot ? [{ id: 'why-not', label: t.quickWhyNot, isOffered: true, run: () => onOpen('why-not') }] : []),
    ...(canCompare ? [{ id: 'own-sheet', label: t.quickCompare, isOffered: true, run: () => onOpen('own-sheet') }] : []),
  ];
  const primaryId = waiting?.count ? 'review' : 'statement';
  usePageActions(actions.filter(({ isOffered }) => isOffered));
  return (
    <Card title={t.quickActions}>
      <div className="quick-actions">
        {actions.map(({ id, label, isOffered, run }) => (
          <Button key={id} severity={id === primaryId ? 'primary' : 'secondary'} disabled={!isOffered} onClick={run}>
            {label}
            {id === 'review' && waiting && (
              <span className="quick-slot">
                <WaitingCount count={waiting.count} />
              </span>
            )}
          </Button>
        ))}
        {props.canAnswer && (
          <Suspense fallback={<span className="quick-answers" />}>
            <DisputeQuestions version={props.version} onOpen={props.onQuestion} />
          </Suspense>
        )}
        {waiting && <WaitingMonths months={waiting.months} range={range} onMonth={props.onMonth} />}
      </div>
      <Suspense fallback={null}>
        {dialog === 'statement' && <StatementDialog range={range} people={people} onClose={onClose} />}
        {dialog === 'why-not' && <WhyNotDialog range={range} userId={userId} ask={ask} onAsk={onAsk} onClose={onClose} />}
        {dialog === 'own-sheet' && canCompare && (
          <OwnSheetDialog range={range} userId={ownId} onWhyNot={hasWhyNot ? onAsk : undefined} onClose={onClose} />
        )}
        {dialog === 'projection' && <ProjectionDialog key={String(team)} range={range} people={people} team={team} onClose={onClose} />}
      </Suspense>
    </Card>
  );
});
