import { messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { lazyComponent } from '../../ui/support/later.tsx';

const [Page] = lazyComponent(() => import('./parts/Page.tsx'));

/** Shows the charts if the server announces the analytics call (decisions 1.04), otherwise the placeholder of spec 2.44. */
export default function AnalyticsScreen() {
  if (useFeature('analytics')) return <Page />;
  return (
    <section className="page-message">
      <h1>{messages.analytics.title}</h1>
      <p>{messages.analytics.placeholder}</p>
    </section>
  );
}
