import { holdsToTheContract } from '../../support/real/java-target.ts';

holdsToTheContract(['tomcat', 'glassfish']);
