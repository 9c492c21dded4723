import { Link } from 'wouter';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { rolesWith } from '../../../contract/permissions.ts';
import { Illustration } from '../../ui/display/Illustration.tsx';
import { type AppRoute, profilePath } from '../routes.ts';

/** spec 2.17, with the roles that may open the page. */
export function AccessDenied({ route: { title, permission } }: { route: AppRoute }) {
  const allowed = rolesWith(permission).map((role) => roleLabels[role]);
  return (
    <section className="page-message">
      <Illustration name="denied" />
      <h1>{messages.denied.title}</h1>
      <p>{messages.denied.text}</p>
      {allowed.length > 0 && <p className="muted">{fill(messages.denied.openTo, { page: title, roles: allowed.join(', ') })}</p>}
      <p className="page-message-actions">
        <Link href="/dashboard" className="p-button">
          {messages.denied.dashboard}
        </Link>
        <Link href={profilePath} className="p-button p-button-secondary">
          {messages.denied.profile}
        </Link>
      </p>
    </section>
  );
}
