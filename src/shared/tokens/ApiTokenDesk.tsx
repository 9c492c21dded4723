import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { ApiToken, TokenOwners } from '../../../contract/entities/apiToken.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { Desk } from '../desk/Desk.tsx';
import { DeskEntry } from '../desk/DeskEntry.tsx';
import { IssuedSecretDialog } from '../secret/IssuedSecretDialog.tsx';
import { type ApiTokensView, useApiTokens } from './useApiTokens.ts';

const [ApiTokenDialog] = lazyComponent(() => import('./ApiTokenDialog.tsx'));

const t = messages.apiTokens;

/** The reason why the token no longer works; null if it does. */
const getEndReason = ({ revoked_at, expires_at }: ApiToken): string | null => {
  if (revoked_at !== null) return t.revoked;
  return Date.parse(expires_at) <= Date.now() ? t.expired : null;
};

type RowProps = Readonly<{ token: ApiToken; owners: TokenOwners; view: ApiTokensView }>;

function TokenRow({ token, owners, view }: RowProps) {
  const { name, hint, scopes, owner_name, created_at, expires_at, last_used_at } = token;
  const end = getEndReason(token);
  const lastUsedText = last_used_at === null ? t.neverUsed : fill(t.lastUsed, { instant: formatInstant(last_used_at) });
  return (
    <DeskEntry
      name={name}
      detail={
        <>
          <span className="muted">{hint}…</span> {end !== null && <Badge>{end}</Badge>}
        </>
      }
      lines={[
        ...(owners === 'all' ? [fill(t.owner, { name: owner_name })] : []),
        scopes.map((scope) => t.scopeNames[scope]).join(' · '),
        `${fill(t.dates, { created: formatInstant(created_at), expires: formatInstant(expires_at) })} · ${lastUsedText}`,
      ]}
      actions={end === null ? [{ label: t.revoke, of: t.revokeOf, act: () => view.revoke(token) }] : []}
      settled={view.settled}
    />
  );
}

/** The user's API tokens, or everybody's (decisions 4.11). */
export default function ApiTokenDesk({ owners }: Readonly<{ owners: TokenOwners }>) {
  const user = useSelector(useApp().session, (snapshot) => snapshot.context.user);
  const view = useApiTokens(owners);
  return (
    <Desk
      {...{ title: t.titles[owners], hint: t.hints[owners], empty: t.empty, emptyWhy: t.emptyWhy }}
      add={owners === 'own' ? { label: t.add, open: view.open } : null}
      view={view}
      items={view.tokens}
      renderEntry={(token) => <TokenRow key={token.id} token={token} owners={owners} view={view} />}
    >
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
    </Desk>
  );
}
