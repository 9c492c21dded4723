import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { TextDifference } from '../../../shared/plans/TextDifference.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planBuilder;

type Props = Readonly<{ builder: PlanBuilder; errorCount: number; onShowFirst: (() => void) | null }>;

/** Publishes or discards the draft, and says what keeps it from being published. */
export function PublishBar({ builder, errorCount, onShowFirst }: Props) {
  const { view, publish, discard, compare, undo, dismiss } = builder;
  const [isCompared, setCompared] = useState(false);
  return (
    <>
      <div className="builder-publish">
        <p role="status">
          {errorCount > 0 ? fill(t.errorCount, { count: errorCount }) : view.unsaved ? t.valid : t.same}{' '}
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
          disabled={!view.unsaved}
          loading={view.comparing}
          aria-expanded={isCompared && view.unsaved}
          onClick={() => {
            if (!isCompared && view.mayCompare) compare();
            setCompared(!isCompared);
          }}
        >
          {t.compare}
        </Button>
        <Button severity="secondary" disabled={!view.mayDiscard} onClick={discard}>
          {t.discard}
        </Button>
        <Button disabled={!view.mayPublish} loading={view.saving} loadingLabel={t.publishing} onClick={publish}>
          {t.publish}
        </Button>
      </div>
      {view.error !== null && <Alert onDismiss={dismiss}>{view.error}</Alert>}
      {isCompared && view.unsaved && (
        <Card title={t.compared}>
          <TextDifference before={view.inUse} after={view.text} />
        </Card>
      )}
    </>
  );
}
