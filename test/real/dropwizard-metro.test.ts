import { holdsToTheContract } from './java-target.ts';

holdsToTheContract(['dropwizard', 'metro']);
