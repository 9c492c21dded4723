import './simulation.css';
import { fill, messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { toStateText } from './connectSimulation.ts';
import { DayEntries } from './parts/DayEntries.tsx';
import { Invariants } from './parts/Invariants.tsx';
import { MoneyChart } from './parts/MoneyChart.tsx';
import { StartForm } from './parts/StartForm.tsx';
import { useSimulation } from './useSimulation.ts';

const t = messages.simulation;
const CARD_PX = 320;

/** decisions 1.10: a simulated company that uses the product day by day while the user watches. */
export default function SimulationScreen() {
  const { simulation, error, isLoading, canRetry, canStop, canStart, severity, chosen, start, stop, retry } = useSimulation();
  return (
    <div className="page simulation">
      <PageHead title={t.title} about={t.subtitle} />
      {error !== null && <Alert onRetry={canRetry ? retry : undefined}>{error}</Alert>}
      {isLoading && <Skeleton height={CARD_PX} />}
      {simulation && (
        <>
          <StartForm simulation={simulation} chosen={chosen} canStart={canStart} canStop={canStop} onStart={start} onStop={stop} />
          <p className="simulation-state" aria-live={canStop ? 'off' : 'polite'}>
            {simulation.state !== 'none' && <Badge severity={severity}>{toStateText(simulation)}</Badge>}
            {simulation.digest !== null && <span className="muted">{fill(t.digest, { digest: simulation.digest.slice(0, 16) })}</span>}
          </p>
          {simulation.violation && (
            <ul className="simulation-facts" aria-label={t.facts}>
              {[...new Set(simulation.violation.facts)].map((fact) => (
                <li key={fact}>
                  <code>{fact}</code>
                </li>
              ))}
            </ul>
          )}
          {simulation.days.length > 0 && (
            <div className="simulation-cards">
              <MoneyChart days={simulation.days} />
              <Invariants simulation={simulation} />
              <DayEntries day={simulation.days.at(-1)} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
