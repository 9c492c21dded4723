import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { teamDashboardPath } from '../routes.ts';

/** spec 2.15 */
export function NotFound() {
  return (
    <section className="page-message">
      <h1>{messages.notFound.title}</h1>
      <p>{messages.notFound.text}</p>
      <p className="page-message-actions">
        <Link href={teamDashboardPath} className="p-button">
          {messages.notFound.link}
        </Link>
      </p>
    </section>
  );
}
