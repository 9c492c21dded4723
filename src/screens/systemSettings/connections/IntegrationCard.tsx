import '../../../ui/display/facts.css';
import { useState } from 'react';
import {
  connectionStatusBadge,
  type Integration,
  integrationStatusBadge,
  type SyncFrequency,
  syncFrequencies,
  syncFrequencyLabels,
} from '../../../../contract/entities/connection.ts';
import { integrations as text } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { endsWithinNotice } from '../../../../contract/rules/connections/signInEnds.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { ConnectionDetails } from './ConnectionDetails.tsx';
import type { TabProps } from './IntegrationTab.tsx';

const frequencies = syncFrequencies.map((value) => ({ value, label: syncFrequencyLabels[value] }));
const formatOptionalInstant = (instant: string | null | undefined): string => (instant ? formatInstant(instant) : text.never);
const importedText = (brought: Integration['brought'] | undefined): string =>
  Object.entries(brought ?? {})
    .map(([kind, count]) => `${text.kinds[kind] ?? kind} ${count.toLocaleString('en-US')}`)
    .join(' · ') || text.nothingYet;

/** One connection: badges, facts and buttons (spec 2.51, 4.08), with runs and held records on demand. */
export function IntegrationCard(props: TabProps & Readonly<{ connection: Integration }>) {
  const { connection, list, onReconnect, alwaysEnabled = false, refreshes = false, factsOf, choicesOf } = props;
  const { id, status, run } = connection;
  // QuickBooks companies have a name of their own; other connections have only the one given here.
  const name = (connection.company_name ?? connection.name) || NONE;
  const [hasRuns, hasSchedules, canReconnect] = [
    useFeature('integrations-runs'),
    useFeature('schedules'),
    useFeature('integrations-reconnect'),
  ];
  const [isOpen, setIsOpen] = useState(false);
  const [syncBadge, linkBadge] = [integrationStatusBadge(status), connectionStatusBadge(connection.connection_status)];
  const actionKind = list.acting(id);
  const isDisabled = list.busy || (!alwaysEnabled && status !== 'active');
  const choose = (kind: 'test' | 'sync' | 'refresh' | 'delete') => () => list.choose({ kind, id, name });
  const mayReconnect =
    canReconnect &&
    onReconnect &&
    (status === 'expired' || connection.connection_status === 'error' || endsWithinNotice(connection.expires_at, new Date()));
  const facts = [
    ...factsOf(connection),
    [text.lastSync, formatOptionalInstant(connection.last_sync_at)],
    ...(hasSchedules ? [[text.nextSync, formatOptionalInstant(connection.next_sync_at)] as const] : []),
    ...(hasRuns
      ? [[text.brought, importedText(connection.brought)] as const, [text.calls, String(connection.calls_this_month)] as const]
      : []),
  ] as const;
  return (
    <Card
      title={name}
      className="integration"
      actions={
        <span className="integration-badges">
          <Badge severity={syncBadge.severity}>{syncBadge.label}</Badge>
          <Badge severity={linkBadge.severity}>{`${text.connection}: ${linkBadge.label}`}</Badge>
        </span>
      }
    >
      {connection.connection_message && <p className="integration-message">{connection.connection_message}</p>}
      {run && (
        <p role="status">
          {fill(run.counts.total === null ? text.progressOpen : text.progress, {
            done: run.counts.done.toLocaleString('en-US'),
            total: (run.counts.total ?? 0).toLocaleString('en-US'),
          })}
        </p>
      )}
      <dl className="facts integration-facts">
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {hasSchedules && (
        <Field label={text.frequency}>
          {(controlProps) => (
            <Select
              {...controlProps}
              className="integration-frequency"
              options={frequencies}
              value={connection.frequency}
              disabled={list.busy}
              onChange={({ target }) => list.choose({ kind: 'schedule', id, name, frequency: target.value as SyncFrequency })}
            />
          )}
        </Field>
      )}
      {choicesOf?.(connection)}
      <p className="integration-actions">
        {mayReconnect && (
          <Button size="small" disabled={list.busy} onClick={() => onReconnect(connection)}>
            {text.reconnect}
          </Button>
        )}
        <Button
          size="small"
          severity="secondary"
          disabled={isDisabled}
          loading={actionKind === 'test'}
          loadingLabel={text.testing}
          onClick={choose('test')}
        >
          {text.test}
        </Button>
        <Button
          size="small"
          severity="secondary"
          disabled={isDisabled || run != null}
          loading={actionKind === 'sync'}
          loadingLabel={text.syncing}
          onClick={choose('sync')}
        >
          {text.sync}
        </Button>
        {refreshes && (
          <Button
            size="small"
            severity="secondary"
            disabled={isDisabled}
            loading={actionKind === 'refresh'}
            loadingLabel={text.refreshing}
            onClick={choose('refresh')}
          >
            {text.refresh}
          </Button>
        )}
        <Button
          size="small"
          severity="danger"
          disabled={list.busy}
          loading={actionKind === 'delete'}
          loadingLabel={text.deleting}
          onClick={choose('delete')}
        >
          {text.delete}
        </Button>
        {hasRuns && (
          <Button size="small" severity="text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? text.hideDetails : connection.held > 0 ? fill(text.held, { count: connection.held }) : text.details}
          </Button>
        )}
      </p>
      {isOpen && <ConnectionDetails connection={connection} list={list} />}
    </Card>
  );
}
