import { messages } from '../../../contract/messages.ts';

/** A screen of a later part: its title and one honest sentence. */
export function NotBuilt({ title }: { title: string }) {
  return (
    <section className="page-message">
      <h1>{title}</h1>
      <p>{messages.notBuilt}</p>
    </section>
  );
}
