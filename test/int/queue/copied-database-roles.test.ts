// tier all: starts two programs more

import { BACKENDS } from '../../support/service.ts';
import { describeRolesOfCopy } from './copied-database.ts';

if (BACKENDS.includes('redis')) describeRolesOfCopy(['api', 'ui']);
