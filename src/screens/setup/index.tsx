import './setup.css';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { type Setup, type SetupItem, setupBadges } from '../../../contract/entities/setup.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { formatInstant, formatInstantDay } from '../../ui/display/formatInstant.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';
import { setupPlaces } from './places.ts';
import { type SetupBinding, useSetup } from './useSetup.ts';

const [GoLiveDialog] = lazyComponent(() => import('./GoLiveDialog.tsx'));
const [SkipDialog] = lazyComponent(() => import('./SkipDialog.tsx'));

const t = messages.setup;
/** The height of the checklist, reserved while it loads. */
const LIST_PX = 640;

function Item({ item, isLive, binding }: { item: SetupItem; isLive: boolean; binding: SetupBinding }) {
  const user = useUser();
  const { key, state, fact, reason, skipped_by: name } = item;
  const { title, why } = messages.setupItemTexts[key];
  const place = setupPlaces[key];
  return (
    <li className="setup-item">
      {isLive && state === 'open' ? (
        <Badge>{t.optional}</Badge>
      ) : (
        <Badge severity={setupBadges[state].severity}>{setupBadges[state].label}</Badge>
      )}
      <div className="setup-words">
        <h3>{title}</h3>
        <p>{fact}</p>
        {reason !== null && <p>{fill(t.skippedBy, { name: name ?? '', reason })}</p>}
        <p className="muted">{why}</p>
      </div>
      <div className="setup-acts">
        {place && can(user, place.permission) && (
          <Link href={place.href} aria-label={`${t.open}: ${title}`}>
            {t.open}
          </Link>
        )}
        {binding.canSkip(key) && (
          <Button size="small" severity="secondary" aria-label={`${t.skip}: ${title}`} onClick={() => binding.open({ kind: 'skip', key })}>
            {t.skip}
          </Button>
        )}
        {binding.canUnskip(key) && (
          <Button size="small" severity="secondary" aria-label={`${t.unskip}: ${title}`} onClick={() => binding.unskip(key)}>
            {t.unskip}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Once the company is live, nothing is required: open items are optional. */
const liveText = ({ live_at, items }: Setup): string => {
  const openCount = items.filter(({ state }) => state === 'open').length;
  const since = live_at === null ? [] : [fill(t.liveSince, { time: formatInstantDay(live_at) })];
  return [...since, ...(openCount === 0 ? [] : [fill(t.stepsLeft, { count: openCount })])].join(' · ');
};

type SectionProps = Readonly<{ setup: Setup; binding: SetupBinding }>;

function Undo({ setup, binding }: SectionProps) {
  return (
    <>
      {setup.undo_until !== null && <p className="muted">{fill(t.undoUntil, { time: formatInstant(setup.undo_until) })}</p>}
      {setup.actions.includes('undo') && (
        <Button severity="danger" unavailable={!binding.canUndo} onClick={binding.undo}>
          {t.undo}
        </Button>
      )}
    </>
  );
}

function GoLive({ setup, binding }: SectionProps) {
  return (
    <>
      {setup.blockers.length > 0 && (
        <div>
          <p>{t.goLiveWaits}</p>
          <ul>
            {setup.blockers.map((blocker) => (
              <li key={blocker}>{blocker}</li>
            ))}
          </ul>
        </div>
      )}
      {setup.actions.includes('go_live') && (
        <Button unavailable={!binding.canGoLive} onClick={() => binding.open({ kind: 'goLive' })}>
          {t.goLive}
        </Button>
      )}
    </>
  );
}

function Checklist({ setup, binding }: SectionProps) {
  const doneCount = setup.items.filter(({ state }) => state !== 'open').length;
  const totalCount = setup.items.length;
  const text = fill(t.progress, { done: doneCount, all: totalCount });
  return (
    <>
      {(!setup.live || setup.undo_until !== null) && (
        <Card>
          <div className="form-stack setup-live">
            {setup.live ? (
              <Undo setup={setup} binding={binding} />
            ) : (
              <>
                <ProgressBar label={t.list} value={doneCount / totalCount} text={text} />
                <p className="figure">{text}</p>
                <GoLive setup={setup} binding={binding} />
              </>
            )}
          </div>
        </Card>
      )}
      <Card title={t.list}>
        <ol className="setup-list">
          {setup.items.map((item) => (
            <Item key={item.key} item={item} isLive={setup.live} binding={binding} />
          ))}
        </ol>
      </Card>
    </>
  );
}

/** decisions 4.08: a new company's checklist, computed from its data, and going live. */
export default function SetupScreen() {
  const binding = useSetup();
  const { setup, form, error } = binding;
  // Completing a step removes its button.
  const ref = useKeptFocus<HTMLDivElement>(setup);
  return (
    <div ref={ref} tabIndex={-1} className="page">
      {setup?.live ? <PageHead title={t.liveTitle} answer={liveText(setup)} /> : <PageHead title={t.title} about={t.subtitle} />}
      {error !== null && form === null && (
        <Alert {...(binding.failed ? { onRetry: binding.retry } : { onDismiss: binding.dismiss })}>{error}</Alert>
      )}
      {setup ? <Checklist setup={setup} binding={binding} /> : error === null && <Skeleton height={LIST_PX} />}
      <Suspense fallback={null}>
        {form?.kind === 'skip' && <SkipDialog key={form.key} item={form.key} binding={binding} />}
        {form?.kind === 'goLive' && <GoLiveDialog binding={binding} />}
      </Suspense>
    </div>
  );
}
