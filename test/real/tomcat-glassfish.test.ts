import { holdsToTheContract } from './java-target.ts';

holdsToTheContract(['tomcat', 'glassfish']);
