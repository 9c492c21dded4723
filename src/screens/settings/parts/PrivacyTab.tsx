import { Suspense } from 'react';
import type { Session } from '../../../../contract/entities/auth.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { download } from '../../../ui/display/icons.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { toDeviceName } from '../deviceName.ts';
import { useOwnData, useOwnSessions } from '../useOwnSessions.ts';

const [ApiTokenDesk] = lazyComponent(() => import('../../../shared/tokens/ApiTokenDesk.tsx'));

const [SecondFactorCard] = lazyComponent(() => import('../../../shared/secondFactor/SecondFactorCard.tsx'));

const t = messages.settings;
const SKELETON_PX = 48;

const getName = ({ device, network }: Session): string =>
  fill(t.session, { device: toDeviceName(device), network: network ?? t.unknownNetwork });

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const name = getName(session);
  return (
    <li className="settings-session">
      <div>
        <p>
          <strong title={session.device}>{name}</strong> {session.current && <Badge severity="success">{t.thisDevice}</Badge>}
        </p>
        <p className="muted">{fill(t.since, { start: formatInstant(session.created_at), last: formatInstant(session.last_seen_at) })}</p>
      </div>
      {!session.current && (
        <Button size="small" severity="secondary" disabled={busy} aria-label={`${t.end}: ${name}`} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}

function Sessions() {
  const binding = useOwnSessions();
  return (
    <Card
      title={t.sessions}
      actions={
        <Button size="small" severity="secondary" disabled={!binding.mayEndOthers} onClick={binding.endOthers}>
          {t.endOthers}
        </Button>
      }
    >
      {binding.error !== null && <Alert onRetry={binding.failed ? binding.retry : undefined}>{binding.error}</Alert>}
      {binding.loading ? (
        <Skeleton height={SKELETON_PX} />
      ) : (
        <ul>
          {binding.sessions.map((session) => (
            <SessionRow key={session.id} session={session} busy={binding.busy} onEnd={() => binding.end(session.id)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OwnData() {
  const save = useOwnData();
  return (
    <Card title={t.ownData}>
      <p className="muted">{t.ownDataHint}</p>
      <p className="settings-actions">
        <Button severity="secondary" icon={download} onClick={save}>
          {t.download}
        </Button>
      </p>
    </Card>
  );
}

/** spec 2.63; decisions 4.04, 4.16: the second factor, sessions, API tokens and the user's own data, if the server offers them. */
export function PrivacyTab() {
  const hasSessions = useFeature('sessions');
  const data = useFeature('own-data');
  const hasTokens = useFeature('api-tokens');
  const hasFactor = useFeature('second-factor');
  return (
    <div className="form-stack">
      {hasFactor && (
        <Suspense fallback={null}>
          <SecondFactorCard />
        </Suspense>
      )}
      {hasSessions && <Sessions />}
      {hasTokens && (
        <Suspense fallback={null}>
          <ApiTokenDesk owners="own" />
        </Suspense>
      )}
      {data && <OwnData />}
      {!hasSessions && !data && !hasTokens && !hasFactor && <p className="muted">{t.nothingPrivate}</p>}
    </div>
  );
}
