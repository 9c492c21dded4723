import './connections.css';
import { useMemo } from 'react';
import { Link } from 'wouter';
import {
  type ConnectionKind,
  connectionStatusBadge,
  type Integration,
  integrationStatusBadge,
} from '../../../../contract/entities/connection.ts';
import { integrationMessages, integrations as t } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { createIntegrations } from '../../../services/integrations.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';

/** `connections`: null if they could not be loaded. */
type System = Readonly<{ kind: ConnectionKind; connections: readonly Integration[] | null }>;
const LIST_PX = 400;

const lastSyncText = (connections: System['connections']): string => {
  const latest = (connections ?? [])
    .flatMap(({ last_sync_at }) => last_sync_at ?? [])
    .sort()
    .at(-1);
  return latest ? formatInstant(latest) : NONE;
};

function State({ connections }: Pick<System, 'connections'>) {
  if (connections === null) return <Badge severity="danger">{t.notLoaded}</Badge>;
  const [first] = connections;
  if (!first) return <span className="muted">{t.notConnected}</span>;
  const broken = connections.find(({ connection_status }) => connection_status === 'error');
  const { label, severity } = broken ? connectionStatusBadge('error') : integrationStatusBadge(first.status);
  return (
    <>
      <Badge severity={severity}>{label}</Badge>{' '}
      <span className="muted">
        {connections.length > 1 ? fill(t.connectionCount, { count: connections.length }) : (first.company_name ?? first.name)}
      </span>
    </>
  );
}

const columns: readonly PlainColumn<System>[] = [
  {
    key: 'system',
    header: t.system,
    names: true,
    cell: ({ kind }) => (
      <>
        <span className="integration-system">{integrationMessages[kind].tab}</span>
        <span className="muted integration-what">{integrationMessages[kind].emptyWhy}</span>
      </>
    ),
  },
  { key: 'state', header: t.status, cell: ({ connections }) => <State connections={connections} /> },
  { key: 'sync', header: t.lastSync, cell: ({ connections }) => lastSyncText(connections) },
  {
    key: 'open',
    header: t.action,
    align: 'end',
    cell: ({ kind, connections }) => {
      const action = connections?.length === 0 ? t.save : t.open;
      return (
        <Link href={`?tab=${kind}`} replace aria-label={`${action}: ${integrationMessages[kind].tab}`}>
          {action}
        </Link>
      );
    },
  },
];

/** All outside systems, with what is connected; each row leads to the tab of its system. */
export default function ConnectionsOverview({ kinds }: Readonly<{ kinds: readonly ConnectionKind[] }>) {
  const { http } = useApp();
  const load = useMemo(
    () => (): Promise<readonly System[]> =>
      Promise.all(
        kinds.map(async (kind) => ({
          kind,
          connections: await createIntegrations(http, kind)
            .list()
            .catch(() => null),
        })),
      ),
    [http, kinds],
  );
  const { answer, error, retry } = useAnswer(load, {}, t.setupFailed);
  if (error !== null) return <Alert onRetry={retry}>{error}</Alert>;
  if (!answer) return <Skeleton height={LIST_PX} />;
  return (
    <Card>
      <PlainTable columns={columns} rows={answer} rowKey={({ kind }) => kind} label={t.overview} stacks />
    </Card>
  );
}
