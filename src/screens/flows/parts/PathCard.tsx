import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { FlowPath, Flows } from '../../../../contract/entities/flow.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { toAmountLabel, toStateLabel } from '../flowWords.ts';
import { toRecordPath } from '../toRecordPath.ts';
import { useFlowPath } from '../useFlows.ts';
import { FlowChart } from './FlowChart.tsx';

const t = messages.flows.path;
const PATH_PX = 200;

function Steps({ name, steps }: Pick<FlowPath, 'name' | 'steps'>) {
  if (steps.length === 0) return <p className="muted">{t.none}</p>;
  const items = steps.map(({ id, at, actor, event, state }, index) => ({
    key: id,
    marked: index === steps.length - 1,
    content: (
      <>
        <strong>{toStateLabel(name, state)}</strong>
        <span>{fill(t.step, { event, actor })}</span>
        <span className="muted">{formatInstant(at)}</span>
      </>
    ),
  }));
  return <Timeline items={items} />;
}

/** The path of the record in the URL, on the chart of its lifecycle. */
export function PathCard({ record, flows }: Readonly<{ record: string; flows: Flows }>) {
  const { answer, error, refused, retry } = useFlowPath(record);
  const flow = flows.data.find(({ name }) => name === answer?.name);
  const card = useRef<HTMLDivElement>(null);
  // The link that opened the path may be far away on the page.
  useEffect(() => card.current?.focus(), []);
  const close = <Link href="/admin/flows">{t.close}</Link>;
  const words = answer && {
    label: answer.label,
    amount: toAmountLabel(answer.amount),
    state: toStateLabel(answer.name, answer.state),
    days: answer.days,
  };
  return (
    <div ref={card} tabIndex={-1} className="flow-path">
      <Card title={words ? fill(t.title, words) : t.loading} actions={close} className="flow-card">
        {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
        {answer === null && error === null && <Skeleton height={PATH_PX} />}
        {words && <p>{fill(t.now, words)}</p>}
        {answer && <Steps name={answer.name} steps={answer.steps} />}
        {answer && flow && <FlowChart flow={flow.name} states={flow.states} today={flows.as_of} recordPath={toRecordPath(answer)} />}
      </Card>
    </div>
  );
}
