import type { Route } from '../../app.types.ts';
import { chooseForDeal } from './chooseForDeal.ts';
import { getBoard } from './getBoard.ts';
import { getDeal } from './getDeal.ts';
import { getPipeline } from './getPipeline.ts';
import { linkDeal } from './linkDeal.ts';
import { listDeals } from './listDeals.ts';
import { listMoves } from './listMoves.ts';
import { postDeal } from './postDeal.ts';
import { putDeal } from './putDeal.ts';
import { stepDeal } from './stepDeal.ts';

export const dealsRoutes: readonly Route[] = [
  chooseForDeal,
  getBoard,
  getDeal,
  getPipeline,
  linkDeal,
  listDeals,
  listMoves,
  postDeal,
  putDeal,
  stepDeal,
];
