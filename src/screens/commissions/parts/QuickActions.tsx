import './quickActions.css';
import { lazy, Suspense, useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/period.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';

const StatementDialog = lazy(() => import('./StatementDialog.tsx'));
const ProjectionDialog = lazy(() => import('./ProjectionDialog.tsx'));

const text = messages.commissions;
/** Whose statement or projection it may be, as a select's option. */
export type Person = Readonly<{ value: string; label: string }>;

type Props = {
  range: DateRange;
  people: readonly Person[];
  /** Leads to the adjustments that wait; absent where the adjustments are not on the page. */
  onReview?: (() => void) | undefined;
};

/** spec 2.34: the three actions; one that the server does not announce does nothing, as the specification has it, and says so. */
export function QuickActions({ range, people, onReview }: Props) {
  const [open, setOpen] = useState<'statement' | 'projection' | null>(null);
  const statements = useFeature('statements');
  const projections = useFeature('projections');
  const close = () => setOpen(null);
  return (
    <Card title={text.quickActions}>
      <div className="quick-actions">
        <Button severity="secondary" disabled={!statements} onClick={() => setOpen('statement')}>
          {text.quickStatement}
        </Button>
        <Button severity="secondary" disabled={!projections} onClick={() => setOpen('projection')}>
          {text.quickProjections}
        </Button>
        <Button severity="secondary" disabled={!onReview} onClick={onReview}>
          {text.quickReview}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open === 'statement' && <StatementDialog range={range} people={people} onClose={close} />}
        {open === 'projection' && <ProjectionDialog range={range} people={people} onClose={close} />}
      </Suspense>
    </Card>
  );
}
