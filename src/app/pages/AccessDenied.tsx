import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Illustration } from '../../ui/display/Illustration.tsx';
import { profilePath } from '../routes.ts';

/** spec 2.17 */
export function AccessDenied() {
  return (
    <section className="page-message">
      <Illustration name="denied" />
      <h1>{messages.denied.title}</h1>
      <p>{messages.denied.text}</p>
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
