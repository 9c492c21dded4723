import type { Route } from '../../app.types.ts';
import { getForecastRoute } from './getForecast.ts';

export const forecastRoutes: readonly Route[] = [getForecastRoute];
