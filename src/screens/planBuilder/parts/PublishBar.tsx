import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import type { PlanBuilder } from '../usePlanBuilder.ts';
import { Conflict } from './Conflict.tsx';
import { DraftComparison } from './DraftComparison.tsx';
import { NewPlans } from './NewPlans.tsx';

const t = messages.planBuilder;

type Props = Readonly<{ builder: PlanBuilder; errorCount: number; onShowFirst: (() => void) | null }>;

const readinessText = ({ view: { isClosed, isInUse }, publishes }: PlanBuilder, errorCount: number): string => {
  if (isClosed) return '';
  if (errorCount > 0) return fill(t.errorCount, { count: errorCount });
  if (isInUse) return t.same;
  return publishes ? t.valid : t.validForAdmin;
};

/** Shows whether the draft is saved and can be published; compares and publishes it. */
export function PublishBar({ builder, errorCount, onShowFirst }: Props) {
  const { view, publish, compare, undo, dismiss } = builder;
  const [isCompared, setCompared] = useState(false);
  return (
    <>
      <div className="builder-publish">
        <p role="status">
          {view.stateWords} {readinessText(builder, errorCount)}{' '}
          {errorCount > 0 && onShowFirst && (
            <Button size="small" severity="text" onClick={onShowFirst}>
              {t.firstError}
            </Button>
          )}
        </p>
        {view.mayUndo && (
          <Button severity="secondary" onClick={undo}>
            {t.undo}
          </Button>
        )}
        <Button
          severity="secondary"
          loading={view.comparing}
          aria-expanded={isCompared}
          onClick={() => {
            if (!isCompared && view.mayReload) compare();
            setCompared(!isCompared);
          }}
        >
          {t.compare}
        </Button>
        {builder.publishes && !view.isClosed && (
          <Button disabled={!view.mayPublish} loading={view.publishing} loadingLabel={t.publishing} onClick={publish}>
            {t.publish}
          </Button>
        )}
      </div>
      {view.error !== null && view.theirs === null && <Alert onDismiss={dismiss}>{view.error}</Alert>}
      {view.theirs && <Conflict builder={builder} theirs={view.theirs} />}
      {view.hasNewPlans && <NewPlans builder={builder} />}
      {isCompared && <DraftComparison builder={builder} />}
    </>
  );
}
