import { holdsToTheContract } from '../support/real/java-target.ts';

holdsToTheContract(['dropwizard', 'metro', 'spring']);
