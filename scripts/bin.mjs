#!/usr/bin/env node
// The command of the package: runs the built server with the arguments of `npm run serve`, such as --demo or admin:create.
import '../dist/server/main.js';
