import { Problem } from '../shared/problem.ts';

/** RFC 7644, 3.12: the kinds of errors that a client can act on. */
export type ScimType = 'uniqueness' | 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'invalidValue' | 'noTarget' | 'mutability';

/** A refusal with its SCIM error type. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType;
  constructor(scimType: ScimType, detail: string) {
    super(400, scimType, detail);
    this.scimType = scimType;
  }
}
