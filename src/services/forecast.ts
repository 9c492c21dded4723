import type { CommissionCosts, Forecast } from '../../contract/entities/forecast.ts';
import type { Http } from './http.ts';

const path = '/api/v1/forecast';

/** Feature `forecast`: what the company will owe (decisions 2.30). */
export const createForecast = (http: Http) => ({
  read: (): Promise<Forecast> => http(path),
  costs: (query: Readonly<Record<string, string>>): Promise<CommissionCosts> => http(`${path}/costs`, { query }),
});
