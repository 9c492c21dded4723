import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Illustration } from '../../ui/display/Illustration.tsx';
import { entryPaths, teamDashboardPath } from '../routes.ts';

/** spec 2.15 */
export function NotFoundPage() {
  return (
    <section className="page-message">
      <Illustration name="notFound" />
      <h1>{messages.notFound.title}</h1>
      <p>{messages.notFound.text}</p>
      <p className="page-message-actions">
        <Link href={entryPaths[0] ?? '/'} className="p-button">
          {messages.notFound.start}
        </Link>
        <Link href={teamDashboardPath} className="p-button p-button-secondary">
          {messages.notFound.link}
        </Link>
      </p>
    </section>
  );
}
