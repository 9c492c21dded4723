import type { Person } from '../useTeam.ts';
import '../quickActions.css';
import { type ReactNode, Suspense } from 'react';
import { sellerRoles } from '../../../../contract/entities/user.ts';
import { messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import type { PageDialog } from '../../../machines/commissions/commissions.machine.ts';
import { useVerbs } from '../../../shared/useVerbs.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { steadily } from '../../../ui/support/steadily.tsx';

const [StatementDialog] = lazyComponent(() => import('../statements/StatementDialog.tsx'));
const [WhyNotDialog] = lazyComponent(() => import('../whyNot/WhyNotDialog.tsx'));
const [OwnSheetDialog] = lazyComponent(() => import('../ownSheet/OwnSheetDialog.tsx'));
const [ProjectionDialog] = lazyComponent(() => import('../projections/ProjectionDialog.tsx'));

const t = messages.commissions;

type Props = {
  range: DateRange;
  people: readonly Person[];
  /** The owner of the list; null for everyone. */
  userId: string | null;
  /** True if the user has direct reports. */
  team: boolean;
  /** The dialog open over the page. */
  dialog: PageDialog | null;
  /** The invoice asked about in "Why not?", from the address. */
  ask: string;
  onOpen: (dialog: PageDialog) => void;
  onAsk: (text: string) => void;
  onClose: () => void;
  /** Opens the waiting adjustments; undefined if the page has no adjustments. */
  onReview?: (() => void) | undefined;
  /** The number of waiting items. */
  waiting?: ReactNode;
  /** Links to items waiting elsewhere. */
  children?: ReactNode;
};

/** spec 2.34: the three actions; one the server does not offer does nothing, as specified, and says so. */
export const QuickActions = steadily(function QuickActions(props: Props) {
  const { range, people, userId, team, dialog, ask, onOpen, onAsk, onClose, onReview, waiting, children } = props;
  const statements = useFeature('statements');
  const projections = useFeature('projections');
  const whyNot = useFeature('why-not');
  // The reasons for the differences come from Why.
  const explains = useFeature('explain');
  const self = useUser();
  const ownId = userId ?? (sellerRoles.includes(self.role) ? self.id : null);
  const compares = explains && ownId !== null;
  useVerbs([
    ...(statements ? [{ id: 'statement', label: t.quickStatement, run: () => onOpen('statement') }] : []),
    ...(projections ? [{ id: 'projection', label: t.quickProjections, run: () => onOpen('projection') }] : []),
    ...(whyNot ? [{ id: 'why-not', label: t.quickWhyNot, run: () => onOpen('why-not') }] : []),
    ...(compares ? [{ id: 'own-sheet', label: t.quickCompare, run: () => onOpen('own-sheet') }] : []),
    ...(onReview ? [{ id: 'review', label: t.quickReview, run: onReview }] : []),
  ]);
  return (
    <Card title={t.quickActions}>
      <div className="quick-actions">
        <Button severity="secondary" disabled={!statements} onClick={() => onOpen('statement')}>
          {t.quickStatement}
        </Button>
        <Button severity="secondary" disabled={!projections} onClick={() => onOpen('projection')}>
          {t.quickProjections}
        </Button>
        <Button severity="secondary" disabled={!onReview} onClick={onReview}>
          {t.quickReview}
          {waiting && <span className="quick-slot">{waiting}</span>}
        </Button>
        {whyNot && (
          <Button severity="secondary" onClick={() => onOpen('why-not')}>
            {t.quickWhyNot}
          </Button>
        )}
        {compares && (
          <Button severity="secondary" onClick={() => onOpen('own-sheet')}>
            {t.quickCompare}
          </Button>
        )}
        {children}
      </div>
      <Suspense fallback={null}>
        {dialog === 'statement' && <StatementDialog range={range} people={people} onClose={onClose} />}
        {dialog === 'why-not' && <WhyNotDialog range={range} userId={userId} ask={ask} onAsk={onAsk} onClose={onClose} />}
        {dialog === 'own-sheet' && compares && (
          <OwnSheetDialog range={range} userId={ownId} onWhyNot={whyNot ? onAsk : undefined} onClose={onClose} />
        )}
        {dialog === 'projection' && <ProjectionDialog key={String(team)} range={range} people={people} team={team} onClose={onClose} />}
      </Suspense>
    </Card>
  );
});
