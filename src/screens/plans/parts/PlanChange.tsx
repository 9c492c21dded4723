import '../../../ui/display/facts.css';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { PlanChangeContent } from '../../../../contract/entities/configChange.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { displayedAttainment } from '../../../../contract/rules/commission/attainment.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useApp } from '../../../app/context.ts';
import { planChangeMachine } from '../../../machines/settings/planChange.machine.ts';
import { createPlans } from '../../../services/plans.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';

const t = messages.planChange;
const PANEL_PX = 320;
const money = (amount: number): string => formatMoney(toCents(amount));
const formatShare = (attainment: number | null): string => (attainment === null ? NONE : formatPercent(displayedAttainment(attainment)));
const formatMove = (before: string, after: string): string =>
  before === after ? fill(t.same, { value: after }) : fill(t.change, { before, after });
const recordsText = (count: number): string => (count === 0 ? t.recordNone : count === 1 ? t.recordOne : fill(t.records, { count }));

function Sentences({ title, sentences }: { title: string; sentences: PlanChangeContent['before'] }) {
  return (
    <section className="plan-change-part">
      <h3>{title}</h3>
      {sentences === null ? (
        <p>{t.noPlan}</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Shows exactly the text that was hashed, in readable form. */
function Content({ content }: { content: PlanChangeContent }) {
  const { effective_date, before, after, figures } = content;
  const day = formatDate(effective_date);
  return (
    <>
      <h3>{t.figures}</h3>
      <dl className="facts plan-change-facts">
        <div>
          <dt>{fill(t.commission, { day })}</dt>
          <dd className="figure">{formatMove(money(figures.before), money(figures.after))}</dd>
        </div>
        {figures.due_change !== undefined && figures.due_change !== 0 && (
          <div>
            <dt>{t.dueChange}</dt>
            <dd className="figure">{money(figures.due_change)}</dd>
          </div>
        )}
        <div>
          <dt>{t.attainment}</dt>
          <dd className="figure">{formatMove(formatShare(figures.attainment_before), formatShare(figures.attainment_after))}</dd>
        </div>
      </dl>
      <p>{recordsText(figures.records)}</p>
      <div className="plan-change-parts">
        <Sentences title={t.before} sentences={before} />
        <Sentences title={fill(t.after, { day })} sentences={after} />
      </div>
    </>
  );
}

/** A change of the user's own plan, with its acknowledgement (decisions 2.09). */
export default function PlanChange({ version, onClose }: { version: string; onClose: () => void }) {
  const { http } = useApp();
  const machine = useMemo(() => {
    const service = createPlans(http);
    return planChangeMachine.provide({
      actors: {
        load: fromPromise(() => service.change(version)),
        save: fromPromise(({ input }) => service.acknowledge(version, input.content.sha256)),
      },
    });
  }, [http, version]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { content: notice, error } = snapshot.context;
  const content = notice && (JSON.parse(notice.content) as PlanChangeContent);
  const acknowledging = snapshot.matches('saving');
  return (
    <Dialog
      title={content ? fill(t.title, { day: formatDate(content.effective_date) }) : messages.menu.plans}
      size="wide"
      onClose={onClose}
      dismissible={!acknowledging}
      footer={
        <>
          <Button severity="secondary" disabled={acknowledging} onClick={onClose}>
            {messages.close}
          </Button>
          {notice?.acknowledged_at === null && (
            <Button
              loading={snapshot.hasTag('busy')}
              loadingLabel={t.acknowledging}
              onClick={() => ref.send({ type: 'step.submit', step: 'acknowledge' })}
            >
              {t.acknowledge}
            </Button>
          )}
        </>
      }
    >
      {error !== null && (
        <Alert {...(snapshot.matches('failed') ? { onRetry: () => ref.send({ type: 'desk.reload' }) } : {})}>{error}</Alert>
      )}
      {notice === null && !snapshot.matches('failed') && <Skeleton height={PANEL_PX} />}
      {notice?.acknowledged_at && (
        <p role="status" className="plan-change-read">
          {fill(t.acknowledged, { when: formatInstant(notice.acknowledged_at) })}
        </p>
      )}
      {content && <Content content={content} />}
    </Dialog>
  );
}
