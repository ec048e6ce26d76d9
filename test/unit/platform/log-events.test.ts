import { expect } from 'chai';
import { LOG_EVENT_NAMES, LOG_EVENTS } from '../../../src/platform/log-events.ts';

/** The catalogue as docs/reference/log-events.md has it: id and first letter of the level. Written down a second time on purpose. */
const CONTRACT = `
1000D 1001D 1002I 1003I 1004W 1005E 1006D 1007E 1008W 1009D 1010I 1011I 1012D 1013I 1014I 1015W 1016I 1017I 
1018I 1019I 1020I 1021I 1022I 1023D 1024D 1025I 1026I 1027W 1028I 1029E 1030I 1060I 1061I 1062I 1063I 1064I 
1065W 1066W 1070D 1071D 1072D 1073I 1074I 1078I 1080D 1081I 1082D 1090I 1091I 1092I 1100D 1101I 1102I 1103W 
1110D 1111I 1112I 1113I 1114E 2000D 2001D 2002D 2003W 2004I 2005W 3000D 3001D 3002D 3003D 3004C 3030W 3031W 
3032W 4000I 4001D 4002W 4003I 4004W 4005I 4010I 4011I 4012I 4013E 4022D 4023E 4024W 4030I 4031I 4032W 4033E 4034W 
4035I 4036D 4040I 4041I 4042E 4050I 4051I 4052W 4060D 4061E 4062W 4063I 5000D 5001W 5002E 5003I 5004E 6000I 
6001I 6002I 6003I 6004W 6005W 7000I 7001I 7014I 7015W 7016W 7017E 7020W 7021W 7022I 7023E 7030E 7032I 7033E 
7034W 7040I 7041I 7042C 7043I 7044E 7045W 7046W 7050I 7051W 7052W 7053W 7054I 7055W 7056W 8000I 8001I 8002I 
8003E 9000W 9001W 9002W 9003W 9004W 10000I 10001I 10002D 10003W
`;

/** Ids beyond the contract: lines of plugins, loaded plugins, repeated attempts, inputs that do not fit, hosts, rights, open ports, foreign command batches, old schemas, lost locks of jobs, dead letters, the audit, copied databases, the event feed, Kafka. */
const ADDITIONS =
  '1031I 1032I 1067I 1120E 1121I 1122I 1123I 1124D 1130I 1131I 1132I 1140I 1141I 1142W 1143I 1144I 4043D 4044I 4045W 4046E 4047I 4048W 4064I 4065W 4070W 4071E 4072E 4073W 4074I 4080I 4081E 4082I 5005I 5006I 5007W 5010I 5011I 5012I 5013E 6006I 6007I 6008I 6009I 6010I 6011I 6012I 6013I 6014W 7024W 7025W 7026E 7047E 7048W 7049W 7057W 7058E 7060I 7061W 9005W 9006W';

describe('the catalogue of log events', () => {
  it('has the ids and levels of the contract and the known additions, no more and no less, when it is read', () => {
    const ours = Object.values(LOG_EVENTS).map(({ id, level }) => `${id}${level.charAt(0)}`);
    expect(ours).to.have.members(`${CONTRACT} ${ADDITIONS}`.trim().split(/\s+/));
  });

  it('gives every event its own id', () => {
    expect(LOG_EVENT_NAMES.size).to.equal(Object.keys(LOG_EVENTS).length);
  });

  it('gives every event one message, without a variable part but in lines whose text a plugin gives', () => {
    for (const { message, properties } of Object.values(LOG_EVENTS)) {
      if (properties.includes('PluginMessage' as never)) expect(message).to.equal('{PluginMessage}');
      else expect(message).to.match(/^[^{}$]+$/);
    }
  });

  it('names properties as the contract does when an event has some', () => {
    expect(LOG_EVENTS['instance-failed'].properties).to.deep.equal(['ErrorCode', 'ErrorMessage']);
    for (const event of Object.values(LOG_EVENTS)) for (const name of event.properties) expect(name).to.match(/^[A-Z][A-Za-z]+$/);
  });
});
