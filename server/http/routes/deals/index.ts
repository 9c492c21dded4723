import type { Route } from '../../app.types.ts';
import { chooseForDealRoute } from './chooseForDeal.ts';
import { getBoardRoute } from './getBoard.ts';
import { getDealRoute } from './getDeal.ts';
import { getPipelineRoute } from './getPipeline.ts';
import { linkDealRoute } from './linkDeal.ts';
import { listDealsRoute } from './listDeals.ts';
import { listMovesRoute } from './listMoves.ts';
import { postDealRoute } from './postDeal.ts';
import { putDealRoute } from './putDeal.ts';
import { stepDealRoute } from './stepDeal.ts';

export const dealsRoutes: readonly Route[] = [
  chooseForDealRoute,
  getBoardRoute,
  getDealRoute,
  getPipelineRoute,
  linkDealRoute,
  listDealsRoute,
  listMovesRoute,
  postDealRoute,
  putDealRoute,
  stepDealRoute,
];
