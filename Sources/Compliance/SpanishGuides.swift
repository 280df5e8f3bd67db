import AccessModel

/// The guides in Spanish.
enum SpanishGuides {
    static func guide(to reason: ReasonCode) -> RemediationGuide {
        switch reason {
        case .notEnrolled:
            RemediationGuide(
                why:
                    "Solo una aplicación configurada para su cuenta puede separar los datos del trabajo de todo lo demás.",
                "Abra la aplicación en este dispositivo.", "Inicie sesión con su cuenta de trabajo cuando se lo pida.",
                "Deje que la aplicación termine su configuración.")
        case .postureMissing:
            RemediationGuide(
                why: "Sin su informe nadie puede saber si la aplicación es segura para los datos del trabajo.",
                "Abra la aplicación y déjela un momento en la pantalla.",
                "Compruebe que el dispositivo tiene conexión a Internet.")
        case .policyNotApplied:
            RemediationGuide(
                why: "Los ajustes nuevos protegen de riesgos nuevos, y la aplicación todavía usa los anteriores.",
                "Cierre la aplicación por completo.", "Vuelva a abrirla y espere a que se cargue.")
        case .checkInOverdue:
            RemediationGuide(
                why:
                    "Una aplicación sin contacto podría no enterarse de que perdió el dispositivo o de que su acceso cambió.",
                "Conecte el dispositivo a Internet.", "Abra la aplicación y déjela un momento en la pantalla.")
        case .appVersionTooOld:
            RemediationGuide(
                why: "Las versiones antiguas de la aplicación pueden tener fallos de seguridad que ya se conocen.",
                "Abra la tienda de la que procede la aplicación.", "Busque la aplicación y elija actualizar.",
                "Abra la aplicación cuando esté actualizada.")
        case .osVersionTooOld:
            RemediationGuide(
                why: "Un sistema antiguo puede tener fallos de seguridad que ya se conocen.",
                "Abra los ajustes del dispositivo y busque la actualización del sistema.",
                "Instale la actualización; el dispositivo se reinicia.", "Abra de nuevo la aplicación.")
        case .deviceRooted:
            RemediationGuide(
                why: "En un dispositivo así, otras aplicaciones podrían leer lo que esta guarda.",
                "Use otro dispositivo para el trabajo.",
                "O devuelva este dispositivo a su sistema original con ayuda del soporte.")
        case .pinNotSet:
            RemediationGuide(
                why: "Sin un PIN, cualquiera que tenga su dispositivo puede abrir los datos del trabajo.",
                "Abra los ajustes de la aplicación.", "Elija crear un PIN y escríbalo dos veces.")
        case .evidenceInsufficient:
            RemediationGuide(
                why: "Su organización solo puede confiar sus datos a una aplicación que administra.",
                "Diga al soporte qué aplicación y qué dispositivo usa.",
                "Abra de nuevo la aplicación cuando el soporte la haya configurado o aprobado.")
        case .postureIncomplete:
            RemediationGuide(
                why: "Su organización solo puede confiar en lo que la aplicación le ha contado.",
                "Actualice la aplicación en la tienda de la que procede.", "Abra la aplicación y espere un momento.",
                "Si esta página sigue diciendo lo mismo, avise al soporte.")
        case .notTargeted:
            RemediationGuide(
                why: "Su organización solo deja sus datos a aplicaciones protegidas, y esta aún no tiene protección.",
                "Pida al soporte que active la protección de aplicaciones para su cuenta.")
        case .notDemanded:
            RemediationGuide(
                why: "Aquí no hay nada que tenga que protegerse.", "Vuelva a la aplicación y continúe.")
        case .capabilityNotDeclared:
            RemediationGuide(
                why: "Una aplicación sin esta protección podría pasar datos del trabajo a otras aplicaciones.",
                "Busque en la tienda una actualización de la aplicación.",
                "Si no la hay, pregunte al soporte qué aplicación debe usar.")
        case .wiped:
            RemediationGuide(
                why: "Los datos se borraron para que no caigan en malas manos.",
                "Hable con el soporte si todavía necesita acceso.",
                "Configure de nuevo la aplicación cuando el soporte se lo diga.")
        case .unenrolled:
            RemediationGuide(
                why: "Nadie puede cuidar de una aplicación que no está conectada, así que no recibe datos del trabajo.",
                "Abra la aplicación.",
                "Inicie sesión con su cuenta de trabajo y deje que la aplicación termine su configuración.")
        case .instanceBlocked:
            RemediationGuide(
                why: "Un administrador decidió que esta aplicación no tenga acceso en este dispositivo.",
                "Pregunte al soporte por qué se bloqueó y qué tiene que pasar.")
        case .refusalLoop:
            RemediationGuide(
                why: "Intentarlo una y otra vez no ayuda, y el soporte puede ver cuál es la causa.",
                "Anote el identificador de soporte de esta página y déselo al soporte.",
                "O espere media hora y abra de nuevo la aplicación.")
        case .accountDisabled:
            RemediationGuide(
                why: "Una cuenta desactivada no tiene acceso a nada.",
                "Pida al soporte que vuelva a activar su cuenta.")
        case .signInRequired:
            RemediationGuide(
                why: "Iniciar sesión de vez en cuando demuestra que sigue siendo usted.",
                "Abra la aplicación.", "Inicie sesión con su cuenta de trabajo.")
        case .userCancelled:
            RemediationGuide(
                why: "Mientras la comprobación no termine, la aplicación no recibe datos del trabajo.",
                "Empiece de nuevo aquí o en la aplicación.")
        case .sourceUnreachable:
            RemediationGuide(
                why: "Sin este servicio nadie puede saber cómo está su dispositivo.",
                "Espere un momento.", "Compruebe que el dispositivo tiene conexión a Internet.")
        case .sourceFailed:
            RemediationGuide(
                why: "Sin este servicio nadie puede saber cómo está su dispositivo.", "Espere unos minutos.")
        case .blockedByPolicy:
            RemediationGuide(
                why: "Su organización decidió quién puede acceder a sus datos y desde dónde.",
                "Si cree que es un error, diga al soporte cuándo ocurrió.")
        case .mfaRequired:
            RemediationGuide(
                why: "Una contraseña sola se puede adivinar o robar.",
                "Vuelva a la aplicación e inicie sesión.", "Complete el segundo paso que se le pida.")
        case .authenticationStrengthRequired:
            RemediationGuide(
                why: "Algunas formas de iniciar sesión son más fáciles de engañar que otras.",
                "Vuelva a la aplicación e inicie sesión.", "Elija uno de los métodos que acepta su organización.")
        case .signInFrequency:
            RemediationGuide(
                why: "Iniciar sesión de vez en cuando demuestra que sigue siendo usted.",
                "Vuelva a la aplicación.", "Inicie sesión con su cuenta de trabajo cuando se lo pida.")
        case .tokenProtectionRequired:
            RemediationGuide(
                why: "Un inicio de sesión sin protección se podría copiar a otro dispositivo.",
                "Actualice la aplicación en la tienda de la que procede.",
                "Si no sirve, diga al soporte de qué aplicación se trata.")
        case .passwordChangeRequired:
            RemediationGuide(
                why: "Es posible que otra persona conozca su contraseña.",
                "Cambie la contraseña como le ha indicado su organización.",
                "Inicie sesión en la aplicación con la nueva.")
        case .deviceNotDomainJoined:
            RemediationGuide(
                why: "Su organización cuida de los dispositivos de su dominio y sabe que son seguros.",
                "Use un dispositivo que su organización haya preparado para usted.")
        case .deviceNotCompliant:
            RemediationGuide(
                why: "Un dispositivo sin estas protecciones podría revelar datos del trabajo si se pierde o lo atacan.",
                "Abra la aplicación de gestión de su organización o los ajustes del dispositivo.",
                "Siga las indicaciones y espere a que diga que el dispositivo está bien.")
        case .deviceUnknown:
            RemediationGuide(
                why: "Su organización solo puede responder de los dispositivos que conoce.",
                "Registre este dispositivo en su organización o use uno que esté registrado.",
                "Abra de nuevo la aplicación.")
        case .appProtectionRequired:
            RemediationGuide(
                why:
                    "Una aplicación protegida separa los datos del trabajo y puede borrarlos si se pierde el dispositivo.",
                "Abra la aplicación e inicie sesión con su cuenta de trabajo.",
                "Siga los pasos que muestra la aplicación.")
        case .controlNotEnforceable:
            RemediationGuide(
                why: "Lo que no se puede comprobar no se puede permitir.", "Diga al soporte lo que pone en esta página."
            )
        case .noPolicyApplied:
            RemediationGuide(
                why: "Su organización solo abre el acceso donde lo ha decidido.",
                "Pida acceso al soporte e indique qué aplicación usa.")
        case .evaluationFailed:
            RemediationGuide(
                why: "En caso de duda, los datos quedan cerrados.",
                "Espere unos minutos.", "Si vuelve a ocurrir, avise al soporte.")
        }
    }
}
