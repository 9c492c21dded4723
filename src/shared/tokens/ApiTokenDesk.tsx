import '../deskList.css';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { ApiToken, TokenOwners } from '../../../contract/entities/apiToken.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';
import { IssuedSecretDialog } from '../secret/IssuedSecretDialog.tsx';
import { type ApiTokensView, useApiTokens } from './useApiTokens.ts';

const [ApiTokenDialog] = lazyComponent(() => import('./ApiTokenDialog.tsx'));

const t = messages.apiTokens;
const SKELETON_PX = 64;

/** Why the token can no longer be used; null if it can. */
const getEnd = ({ revoked_at, expires_at }: ApiToken): string | null => {
  if (revoked_at !== null) return t.revoked;
  return Date.parse(expires_at) <= Date.now() ? t.expired : null;
};

type RowProps = Readonly<{ token: ApiToken; owners: TokenOwners; view: ApiTokensView }>;

function TokenRow({ token, owners, view }: RowProps) {
  const { name, hint, scopes, owner_name, created_at, expires_at, last_used_at } = token;
  const end = getEnd(token);
  return (
    <li className="desk-entry">
      <div>
        <p>
          <strong>{name}</strong> <span className="muted">{hint}…</span> {end !== null && <Badge>{end}</Badge>}
        </p>
        {owners === 'all' && <p className="muted">{fill(t.owner, { name: owner_name })}</p>}
        <p className="muted">{scopes.map((scope) => t.scopeNames[scope]).join(' · ')}</p>
        <p className="muted">
          {fill(t.dates, { created: formatInstant(created_at), expires: formatInstant(expires_at) })} ·{' '}
          {last_used_at === null ? t.neverUsed : fill(t.lastUsed, { instant: formatInstant(last_used_at) })}
        </p>
      </div>
      {end === null && (
        <Button
          size="small"
          severity="secondary"
          unavailable={!view.settled}
          aria-label={fill(t.revokeOf, { name })}
          onClick={() => view.revoke(token)}
        >
          {t.revoke}
        </Button>
      )}
    </li>
  );
}

/** API tokens of the user, or everybody's (decisions 4.11). */
export default function ApiTokenDesk({ owners }: Readonly<{ owners: TokenOwners }>) {
  const user = useSelector(useApp().session, (snapshot) => snapshot.context.user);
  const view = useApiTokens(owners);
  // Revoking a token removes its button.
  const ref = useKeptFocus<HTMLDivElement>(view.tokens);
  const add = (
    <Button size="small" severity="secondary" unavailable={!view.settled} onClick={view.open}>
      {t.add}
    </Button>
  );
  return (
    <Card title={t.titles[owners]} {...(owners === 'own' ? { actions: add } : {})}>
      <p className="muted">{t.hints[owners]}</p>
      {view.error !== null && !view.hasForm && (
        <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{view.error}</Alert>
      )}
      <div ref={ref} tabIndex={-1}>
        {view.waits && <Skeleton height={SKELETON_PX} />}
        {view.settled && view.tokens.length === 0 && <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
        <ul>
          {view.tokens.map((token) => (
            <TokenRow key={token.id} token={token} owners={owners} view={view} />
          ))}
        </ul>
      </div>
      {view.hasForm && user !== null && (
        <Suspense fallback={null}>
          <ApiTokenDialog view={view} actor={user} />
        </Suspense>
      )}
      {view.issued !== null && (
        <IssuedSecretDialog
          title={t.issuedTitle}
          text={fill(t.issued, { name: view.issued.token.name })}
          label={t.token}
          done={t.done}
          leave={t.confirmDone}
          secret={view.issued.secret}
          onClose={view.forget}
        />
      )}
    </Card>
  );
}
