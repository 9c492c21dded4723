import '../../../ui/display/facts.css';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { PlanChangeContent } from '../../../../contract/entities/configChange.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { attainmentShown } from '../../../../contract/rules/commission/attainment.ts';
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

const text = messages.planChange;
const PANEL_PX = 320;
const money = (amount: number): string => formatMoney(toCents(amount));
const percent = (attainment: number | null): string => (attainment === null ? NONE : formatPercent(attainmentShown(attainment)));
const change = (before: string, after: string): string =>
  before === after ? fill(text.same, { value: after }) : fill(text.change, { before, after });
const recordsText = (count: number): string =>
  count === 0 ? text.recordNone : count === 1 ? text.recordOne : fill(text.records, { count });

function Sentences({ title, of }: { title: string; of: PlanChangeContent['before'] }) {
  return (
    <section className="plan-change-part">
      <h3>{title}</h3>
      {of === null ? (
        <p>{text.noPlan}</p>
      ) : (
        <ul>
          {of.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The hashed text in readable form, and nothing else. */
function Content({ content }: { content: PlanChangeContent }) {
  const { effective_date, before, after, figures } = content;
  const day = formatDate(effective_date);
  return (
    <>
      <h3>{text.figures}</h3>
      <dl className="facts plan-change-facts">
        <div>
          <dt>{fill(text.commission, { day })}</dt>
          <dd className="figure">{change(money(figures.before), money(figures.after))}</dd>
        </div>
        <div>
          <dt>{text.attainment}</dt>
          <dd className="figure">{change(percent(figures.attainment_before), percent(figures.attainment_after))}</dd>
        </div>
      </dl>
      <p>{recordsText(figures.records)}</p>
      <div className="plan-change-parts">
        <Sentences title={text.before} of={before} />
        <Sentences title={fill(text.after, { day })} of={after} />
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
        save: fromPromise(({ input }) => service.acknowledge(version, input.shown.sha256)),
      },
    });
  }, [http, version]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { shown: notice, error } = snapshot.context;
  const content = notice && (JSON.parse(notice.content) as PlanChangeContent);
  const acknowledging = snapshot.matches('saving');
  return (
    <Dialog
      title={content ? fill(text.title, { day: formatDate(content.effective_date) }) : messages.menu.plans}
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
              loadingLabel={text.acknowledging}
              onClick={() => ref.send({ type: 'step.submit', step: 'acknowledge' })}
            >
              {text.acknowledge}
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
          {fill(text.acknowledged, { when: formatInstant(notice.acknowledged_at) })}
        </p>
      )}
      {content && <Content content={content} />}
    </Dialog>
  );
}
