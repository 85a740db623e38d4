/* The stand-in's VCPUs. See README.md. */
#ifndef STAND_IN_VCPU_H
#define STAND_IN_VCPU_H

typedef enum { MAIN_VCPU = 0, IO_VCPU = 1 } vcpu_type;

/* The host's own type of this name has other members. */
struct quest_sched_param {
    vcpu_type type;
    int C;
    int T;
};
#define sched_param quest_sched_param

int vcpu_create(struct sched_param *parameters);
int vcpu_bind_task(int vcpu);

#endif
