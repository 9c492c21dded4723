import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { PlanDraft } from '../../../../contract/entities/planDraft.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { plansPath, toDraftPath } from '../../../app/routes.ts';
import { canStepDraft } from '../../../machines/planDrafts/planDrafts.machine.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { type DraftsBinding, useDraftList } from './useDraftList.ts';

const [NameDialog] = lazyComponent(() => import('./NameDialog.tsx'));

const t = messages.planDrafts;
const SKELETON_PX = 320;
const severities = { draft: 'info', published: 'success', archived: 'secondary' } as const;

function Steps({ draft, list: { busy, open, step } }: Readonly<{ draft: PlanDraft; list: DraftsBinding }>) {
  const button = (label: string, onClick: () => void) => (
    <Button size="small" severity="text" disabled={busy} aria-label={`${label} ${draft.name}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <span className="builder-clauses">
      {canStepDraft({ kind: 'rename', draft }) && button(t.rename, () => open({ kind: 'rename', draft }))}
      {button(t.copy, () => open({ kind: 'add', draft }))}
      {canStepDraft({ kind: 'archive', draft }) && button(t.archive, () => step('archive', draft))}
      {canStepDraft({ kind: 'restore', draft }) && button(t.restore, () => step('restore', draft))}
    </span>
  );
}

const columnsOf = (list: DraftsBinding): readonly PlainColumn<PlanDraft>[] => [
  { key: 'name', header: t.columns.name, names: true, cell: ({ id, name }) => <Link href={toDraftPath(id)}>{name}</Link> },
  {
    key: 'state',
    header: t.columns.state,
    cell: ({ state, published_version }) => (
      <Badge severity={severities[state]}>{fill(t.states[state], { version: published_version ?? 0 })}</Badge>
    ),
  },
  { key: 'author', header: t.columns.author, cell: ({ created_by }) => created_by ?? t.somebody },
  {
    key: 'changed',
    header: t.columns.changed,
    cell: ({ changed_at, changed_by }) => fill(t.changedBy, { when: formatInstant(changed_at), name: changed_by ?? t.somebody }),
  },
  { key: 'comments', header: t.columns.comments, align: 'end', cell: ({ comments }) => comments },
  { key: 'steps', header: t.columns.steps, cell: (draft) => <Steps draft={draft} list={list} /> },
];

/** decisions 2.36: the drafts of the plans. */
export function Drafts() {
  const list = useDraftList();
  const [isArchiveShown, showArchive] = useState(false);
  const shownDrafts = list.drafts.filter(({ state }) => isArchiveShown || state !== 'archived');
  const hasArchive = list.drafts.some(({ state }) => state === 'archived');
  return (
    <div className="page builder">
      <PageHead
        title={t.title}
        about={t.subtitle}
        actions={
          <>
            <Link href={plansPath}>{t.toPlans}</Link>
            <Button disabled={list.busy} onClick={() => list.open({ kind: 'add', draft: null })}>
              {t.add}
            </Button>
          </>
        }
      />
      {list.error !== null && list.form === null && (
        <Alert {...(list.failed ? { onRetry: list.retry } : { onDismiss: list.dismiss })}>{list.error}</Alert>
      )}
      {list.loading && <Skeleton height={SKELETON_PX} />}
      {!list.loading && !list.failed && (
        <Card>
          {shownDrafts.length === 0 ? (
            <EmptyState title={t.none}>{t.noneWhy}</EmptyState>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
            <section className="builder-drafts" aria-label={t.title} tabIndex={0}>
              <PlainTable stacks columns={columnsOf(list)} rows={shownDrafts} rowKey={({ id }) => id} />
            </section>
          )}
          {hasArchive && (
            <Button size="small" severity="text" aria-pressed={isArchiveShown} onClick={() => showArchive(!isArchiveShown)}>
              {t.archived}
            </Button>
          )}
        </Card>
      )}
      {list.form && (
        <Suspense fallback={null}>
          <NameDialog list={list} form={list.form} />
        </Suspense>
      )}
    </div>
  );
}
