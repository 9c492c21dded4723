import './flows.css';
import { fill, messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { FlowCard } from './parts/FlowCard.tsx';
import { PathCard } from './parts/PathCard.tsx';
import { useFlows } from './useFlows.ts';

const t = messages.flows;
const CARD_PX = 320;

/** decisions 2.37: the lifecycles of money, with the records waiting in each state, and why they wait. */
export default function FlowsScreen() {
  const { answer, error, refused, retry, record } = useFlows();
  return (
    <div className="page flows">
      <PageHead title={t.title} about={t.subtitle} />
      {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
      {answer === null && error === null && <Skeleton height={CARD_PX} />}
      {answer && <p className="muted">{fill(t.asOf, { day: formatDate(answer.as_of) })}</p>}
      {answer && record !== null && <PathCard key={record} record={record} flows={answer} />}
      {answer?.data.map((flow) => (
        <FlowCard key={flow.name} flow={flow} today={answer.as_of} />
      ))}
    </div>
  );
}
