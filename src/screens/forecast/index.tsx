import './forecast.css';
import { messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { CostsCard } from './parts/CostsCard.tsx';
import { LiabilityCard } from './parts/LiabilityCard.tsx';
import { ReceivablesCard } from './parts/ReceivablesCard.tsx';
import { useForecast } from './useForecast.ts';

const t = messages.forecast;
const CARD_PX = 360;

/** decisions 2.30: the commission that the company will owe, the cost of commission, and the customers' debts. */
export default function ForecastScreen() {
  const { answer, error, refused, retry } = useForecast();
  const isLoading = answer === null && error === null;
  return (
    <div className="page forecast">
      <PageHead title={t.title} about={t.subtitle} />
      {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
      {answer?.computing && (
        <p className="muted" role="status">
          {t.computing}
        </p>
      )}
      {isLoading && <Skeleton height={CARD_PX} />}
      {answer && <LiabilityCard forecast={answer} />}
      <CostsCard />
      {isLoading && <Skeleton height={CARD_PX} />}
      {answer && <ReceivablesCard forecast={answer} />}
    </div>
  );
}
